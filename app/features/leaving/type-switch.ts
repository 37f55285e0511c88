/**
 * An account can switch its type once in this many days. content/help/faq/switching-account-type.md also
 * states the number.
 */
export const switchEveryDays = 30;
