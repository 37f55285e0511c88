/** What each test card does when it's charged: https://docs.stripe.com/testing */

export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

interface TestCard {
  number: string;
  effect: string;
  decline?: Decline;
  /** Whether the bank asks for a second step while the customer is present. */
  asks?: boolean;
  /** Why the card is declined while the customer is away. */
  laterDecline?: Decline;
  isDisputed?: boolean;
}

const declined = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};
const authentication = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

export const testCards: readonly TestCard[] = [
  { number: "4242424242424242", effect: "succeeds" },
  { number: "4000000000000002", effect: "is declined", decline: declined },
  {
    number: "4000000000009995",
    effect: "is declined for insufficient funds",
    decline: {
      code: "card_declined",
      declineCode: "insufficient_funds",
      message: "Your card has insufficient funds.",
    },
  },
  { number: "4000002500003155", effect: "asks for a second step the first time", asks: true },
  {
    number: "4000002760003184",
    effect: "asks for a second step every time",
    asks: true,
    laterDecline: authentication,
  },
  { number: "4000000000000341", effect: "succeeds once, then is declined", laterDecline: declined },
  { number: "4000000000000259", effect: "succeeds, then is disputed", isDisputed: true },
];

const unknownCard = {
  number: "",
  effect: "",
  decline: {
    code: "card_declined",
    declineCode: "test_mode_live_card",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  },
} satisfies TestCard;

export function cardOf(number: string): TestCard {
  return testCards.find((card) => card.number === number) ?? unknownCard;
}

export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
