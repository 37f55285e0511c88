/** An account can switch its type once in this many days. content/help/faq/switching-account-type.md says it too. */
export const switchEveryDays = 30;
