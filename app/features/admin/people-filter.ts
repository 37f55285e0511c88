export const personTypes = {
  creator: "Hiring Users",
  contributor: "Service Providers",
  none: "No type yet",
} as const;
export type PersonType = keyof typeof personTypes;

export const vettingStatuses = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
export type VettingStatus = keyof typeof vettingStatuses;

export const suspendedWords = { yes: "Suspended", no: "Not suspended" } as const;
