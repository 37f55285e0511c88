export type Niche = { subject: string; shows: string[]; projects: string[] };

export const niches: Niche[] = [
  {
    subject: "personal finance",
    shows: ["Rent & Compound", "The Quiet Portfolio", "Paycheck School"],
    projects: ["A twelve-week series on paying off debt", "A workbook that goes with the channel"],
  },
  {
    subject: "home cooking",
    shows: ["Weeknight Table", "Salt First", "One Pan, Two People"],
    projects: ["Thirty dinners under thirty minutes", "A printed recipe box"],
  },
  {
    subject: "strength training",
    shows: ["Garage Reps", "Slow Strong", "Lift After Forty"],
    projects: ["A beginner's program in video", "Filming in five garages around the country"],
  },
  {
    subject: "indie games",
    shows: ["Second Save", "Pixel Porch", "Patch Notes Weekly"],
    projects: ["A documentary about a two-person studio", "Daily shorts for a launch month"],
  },
  {
    subject: "travel",
    shows: ["Slow Miles", "Carry-On Only", "The Long Layover"],
    projects: ["Small towns by train", "A season along the Gulf Coast"],
  },
  {
    subject: "parenting",
    shows: ["Tiny Logistics", "Nap Trapped", "Four Lunches"],
    projects: ["A podcast with school counselors", "A newsletter for new fathers"],
  },
  {
    subject: "woodworking",
    shows: ["Sawdust & Sons", "Flat Enough", "The Apartment Bench"],
    projects: ["Plans for six beginner pieces", "A chair, filmed from log to seat"],
  },
  {
    subject: "language learning",
    shows: ["Say It Badly", "Café Spanish", "A Word a Walk"],
    projects: ["A course for travelers", "Street interviews in three cities"],
  },
  {
    subject: "skin care",
    shows: ["Plain Skin", "The Label Reader", "Bare Minimum Beauty"],
    projects: ["Testing drugstore routines for ninety days", "A launch with a small brand"],
  },
  {
    subject: "history",
    shows: ["Footnote Hour", "Forgotten Main Street", "The Map Room"],
    projects: ["A series about vanished railways", "An atlas for patrons"],
  },
  {
    subject: "small business",
    shows: ["Shop Talk Weekly", "First Ten Customers", "Margin Notes"],
    projects: ["Interviews with fifty owners", "A course about pricing"],
  },
  {
    subject: "gardening",
    shows: ["Zone Seven", "Balcony Acre", "The Patient Gardener"],
    projects: ["A year in one raised bed", "A seed-starting guide"],
  },
  {
    subject: "science",
    shows: ["Kitchen Table Physics", "Why Is It Wet", "Small Experiments"],
    projects: ["A series on everyday materials", "Classroom versions of the best episodes"],
  },
  {
    subject: "running",
    shows: ["Easy Miles", "The Back of the Pack", "Hill Repeats"],
    projects: ["Training for a first marathon on camera", "A trail film in the Cascades"],
  },
  {
    subject: "book reviews",
    shows: ["Dog-Eared", "Shelf Aware", "Two Chapters In"],
    projects: ["A monthly live book club", "Essays about one author a season"],
  },
  {
    subject: "home renovation",
    shows: ["Level-ish", "Our Crooked House", "Paint It Twice"],
    projects: ["A kitchen in ninety days", "A guide to hiring trades"],
  },
];

/** {show}, {subject} and {type} are filled in. */
export const creatorOpenings = [
  "I make {show}, a {type} about {subject}, and publish every week.",
  "{show} started as a hobby and is now my job: {subject}, told plainly.",
  "Host of {show}. I talk about {subject} with people who do it for a living.",
  "I run {show} with my sister. We cover {subject} for people who are just starting.",
  "Teacher by day, {show} by night. My {type} is about {subject}.",
  "After six years of {subject} I started {show}, and now I need a team.",
];

export const creatorWishes = [
  "I am looking for people to stay with, not for one-off gigs.",
  "I do everything myself now, and the videos take too long.",
  "I care about pace, clear sound and honest titles.",
  "I plan a month ahead, so that nobody has to work nights.",
  "My audience is small and loyal, and I would like to keep it that way while it grows.",
  "I write the outline; I want somebody to make it better.",
];

export const cities = [
  "Austin, TX",
  "Portland, OR",
  "Nashville, TN",
  "Brooklyn, NY",
  "Denver, CO",
  "Atlanta, GA",
  "Chicago, IL",
  "Seattle, WA",
  "Minneapolis, MN",
  "Tucson, AZ",
  "Raleigh, NC",
  "Kansas City, MO",
  "Philadelphia, PA",
  "San Diego, CA",
  "Oakland, CA",
  "Pittsburgh, PA",
  "Columbus, OH",
  "New Orleans, LA",
  "Salt Lake City, UT",
  "Madison, WI",
  "Savannah, GA",
  "Boise, ID",
  "Richmond, VA",
  "Albuquerque, NM",
  "Detroit, MI",
  "Tampa, FL",
  "Omaha, NE",
  "Providence, RI",
  "Los Angeles, CA",
  "Miami, FL",
];
