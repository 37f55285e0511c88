/** An account can switch its type once in this many days. Named in content/help/faq/switching-account-type.md, too. */
export const switchEveryDays = 30;
