/** {niche} and {years} are filled in. */
export type Craft = {
  service: string;
  /** The percentage of contributors whose main service this is. */
  share: number;
  also: string[];
  tools: string[];
  styles: string[];
  /** Dollars per hour, lowest to highest. */
  rate: [number, number];
  turnaround: string[];
  openings: string[];
  goodAt: string[];
};

const videoTools = ["Premiere Pro", "Final Cut", "After Effects", "CapCut", "DaVinci Resolve", "Descript"];
const designTools = ["Figma", "Photoshop", "Illustrator", "Canva", "Lightroom"];
const writingTools = ["Notion", "ChatGPT", "Airtable", "WordPress"];
const growthTools = [
  "Google Analytics",
  "Google Ads",
  "Meta Ads Manager",
  "TubeBuddy",
  "YouTube Studio",
  "Ahrefs",
];
const soundTools = ["Audition", "Descript", "Premiere Pro", "ElevenLabs"];

export const crafts: Craft[] = [
  {
    service: "Video Editor",
    share: 20,
    also: ["Thumbnail Designer", "Podcast Editor", "Scriptwriter", "Videographer", "Audio Engineer"],
    tools: videoTools,
    styles: [
      "Hormozi-style",
      "Fast-Paced / High-Energy",
      "Cinematic",
      "Documentary",
      "Casual Vlog",
      "Trendy TikTok",
    ],
    rate: [30, 85],
    turnaround: ["2–3 days", "3–5 days", "48 hours for shorts, 5 days for long videos"],
    openings: [
      "I cut long-form videos for {niche} channels and have spent {years} years learning where viewers click away.",
      "Editor of {niche} content. I build the story first and add the effects last.",
      "For {years} years I have turned raw footage into tight ten-minute videos that people finish.",
      "Shorts, reels and long edits for {niche} creators, captioned and ready to upload.",
    ],
    goodAt: [
      "Talking-head videos that need pace",
      "Turning one long video into eight shorts",
      "Documentary-style stories",
    ],
  },
  {
    service: "Thumbnail Designer",
    share: 9,
    also: ["Graphic Designer", "Photo Editor", "Brand Designer"],
    tools: [...designTools, "Midjourney"],
    styles: ["Hormozi-style", "Minimalist", "Meme-Style", "Professional", "Branded/Corporate"],
    rate: [25, 60],
    turnaround: ["24 hours", "1–2 days", "Same day for one concept"],
    openings: [
      "I design thumbnails for {niche} channels: one idea, readable on a phone, honest about the video.",
      "Two concepts for every video, tested against each other. {years} years of thumbnails for {niche} creators.",
      "Thumbnails and end screens that look like they belong to the same channel.",
    ],
    goodAt: ["Thumbnail sets for a series", "Redesigning old thumbnails that still get views"],
  },
  {
    service: "Writer",
    share: 9,
    also: ["Scriptwriter", "Copywriter", "Newsletter Writer", "Content Strategist"],
    tools: writingTools,
    styles: ["Tutorial / Educational", "Voiceover-Driven", "Documentary"],
    rate: [35, 90],
    turnaround: ["3–4 days", "One week", "2 days for scripts under 1,500 words"],
    openings: [
      "I write scripts and articles about {niche}, researched, sourced and in your voice.",
      "Former local reporter, now writing for {niche} creators. {years} years of deadlines met.",
      "Scripts with a hook in the first line and no filler after it.",
    ],
    goodAt: ["Explainers that need real research", "Ghostwriting in a voice that is already known"],
  },
  {
    service: "Graphic Designer",
    share: 7,
    also: ["Brand Designer", "Thumbnail Designer", "Web Designer"],
    tools: designTools,
    styles: ["Minimalist", "Aesthetic Reels", "Branded/Corporate", "Professional"],
    rate: [35, 80],
    turnaround: ["2–4 days", "3–5 days"],
    openings: [
      "Graphic designer for {niche} brands: channel art, carousels, pitch decks and merch.",
      "I keep a small, steady list of creators and make everything they publish look like one brand.",
    ],
    goodAt: ["Carousel templates your team can edit", "Channel art and merch"],
  },
  {
    service: "Social Media Manager",
    share: 7,
    also: ["Content Strategist", "Growth Marketer", "Community Manager", "Copywriter"],
    tools: ["Canva", "CapCut", "Notion", "Google Analytics", "ChatGPT"],
    styles: ["Trendy TikTok", "Aesthetic Reels", "Lifestyle / Influencer"],
    rate: [30, 70],
    turnaround: ["Monthly calendar, daily posting", "Weekly batches"],
    openings: [
      "I plan, write and post for {niche} accounts, and report on what worked every Friday.",
      "{years} years of running calendars for creators who would rather be filming.",
    ],
    goodAt: ["Growing a second platform from your first one", "Replies and comments in your tone"],
  },
  {
    service: "Photographer",
    share: 5,
    also: ["Photo Editor", "Videographer", "Creative Director"],
    tools: ["Lightroom", "Photoshop"],
    styles: ["Cinematic", "Aesthetic Reels", "Minimalist"],
    rate: [60, 140],
    turnaround: ["Selects in 48 hours, edits in a week", "One week"],
    openings: [
      "Photographer for {niche} creators: portraits, products and behind-the-scenes days.",
      "Natural light, calm sets, files named so that you can find them. {years} years on location.",
    ],
    goodAt: ["A library of stills in a single shooting day", "Product pictures for sponsors"],
  },
  {
    service: "Videographer",
    share: 6,
    also: ["Cinematographer", "Video Editor", "Photographer"],
    tools: ["DaVinci Resolve", "Premiere Pro", "Final Cut"],
    styles: ["Cinematic", "Documentary", "Lifestyle / Influencer"],
    rate: [60, 130],
    turnaround: ["Footage the same day", "Graded selects in 3 days"],
    openings: [
      "I film {niche} stories with a small kit and no fuss, anywhere within a day's drive.",
      "Run-and-gun videographer, {years} years, two cameras, clean sound.",
    ],
    goodAt: ["Event days and interviews", "Filming a month of content in two days"],
  },
  {
    service: "Podcast Editor",
    share: 6,
    also: ["Audio Engineer", "Video Editor", "Podcast Producer"],
    tools: soundTools,
    styles: ["Podcast / Interview Format", "Raw/Unfiltered"],
    rate: [30, 70],
    turnaround: ["48 hours an episode", "3 days with video"],
    openings: [
      "I edit interview podcasts so that both people sound like they had slept well.",
      "Podcast editor for {niche} shows: clean audio, show notes and five clips from every episode.",
    ],
    goodAt: ["Multi-camera podcast episodes", "Rescuing bad remote audio"],
  },
  {
    service: "Voiceover Artist",
    share: 4,
    also: ["Audio Engineer", "Scriptwriter"],
    tools: ["Audition", "Descript"],
    styles: ["Voiceover-Driven", "Documentary", "Tutorial / Educational"],
    rate: [50, 120],
    turnaround: ["24 hours", "Same day under 500 words"],
    openings: [
      "Warm, unhurried narration from a treated home studio. I have voiced {niche} channels for {years} years.",
      "Voiceover for explainers and ads, with one round of changes always included.",
    ],
    goodAt: ["Narration of faceless channels", "Friendly tutorials"],
  },
  {
    service: "Audio Engineer",
    share: 3,
    also: ["Music Producer", "Podcast Editor"],
    tools: soundTools,
    styles: ["Podcast / Interview Format", "Cinematic"],
    rate: [40, 95],
    turnaround: ["2–3 days"],
    openings: [
      "I mix and master for {niche} shows, and send you back a template so that the next one starts better.",
      "Sound is half of the picture. {years} years of mixing for video.",
    ],
    goodAt: ["Mixing, mastering and noise repair"],
  },
  {
    service: "Music Producer",
    share: 3,
    also: ["Audio Engineer", "Voiceover Artist"],
    tools: ["Audition"],
    styles: ["Cinematic", "Lifestyle / Influencer", "Aesthetic Reels"],
    rate: [45, 110],
    turnaround: ["One week", "Theme in 5 days"],
    openings: [
      "Original themes and beds for {niche} channels, cleared for every platform.",
      "I write music to picture, so your intro is not the one that everybody has.",
    ],
    goodAt: ["Channel themes and stingers", "Scoring short films"],
  },
  {
    service: "Web Designer",
    share: 4,
    also: ["UI/UX Designer", "No-Code Builder", "Web Developer"],
    tools: ["Framer", "Webflow", "Figma", "Notion"],
    styles: ["Minimalist", "Professional", "Branded/Corporate"],
    rate: [50, 110],
    turnaround: ["Two weeks", "Landing page in 4 days"],
    openings: [
      "I build fast, plain websites for {niche} creators, in tools that you can edit yourself.",
      "Course pages, link pages and shops. {years} years of designing for people who sell what they know.",
    ],
    goodAt: ["Launch pages with a date on them", "Moving a site off an old builder"],
  },
  {
    service: "Content Strategist",
    share: 4,
    also: ["Growth Marketer", "Writer", "SEO Specialist"],
    tools: ["Notion", "YouTube Studio", "Ahrefs", "Google Analytics"],
    styles: ["Tutorial / Educational", "Professional"],
    rate: [60, 130],
    turnaround: ["Audit in a week", "Monthly plan"],
    openings: [
      "I help {niche} creators decide what not to make, and plan the rest a quarter ahead.",
      "Strategy from someone who has published weekly for {years} years.",
    ],
    goodAt: ["Channel audits", "Series that bring viewers back"],
  },
  {
    service: "Growth Marketer",
    share: 3,
    also: ["Paid Ads Manager", "Email Marketer", "SEO Specialist"],
    tools: growthTools,
    styles: ["Professional", "Branded/Corporate"],
    rate: [60, 140],
    turnaround: ["Monthly retainer", "First test live in a week"],
    openings: [
      "I run small, honest tests for {niche} businesses and stop what does not pay.",
      "Growth for creators with something to sell: lists first, ads second. {years} years at it.",
    ],
    goodAt: ["Newsletter growth", "Launch weeks"],
  },
  {
    service: "Cinematographer",
    share: 2,
    also: ["Videographer", "Creative Director"],
    tools: ["DaVinci Resolve", "Premiere Pro"],
    styles: ["Cinematic", "Documentary"],
    rate: [90, 160],
    turnaround: ["By the day", "Dailies overnight"],
    openings: ["Cinematographer with a documentary eye. {years} years of {niche} films and branded shorts."],
    goodAt: ["Branded documentaries", "Lighting small rooms"],
  },
  {
    service: "Creative Director",
    share: 2,
    also: ["Brand Designer", "Content Strategist"],
    tools: ["Figma", "Notion", "Midjourney"],
    styles: ["Cinematic", "Branded/Corporate", "Minimalist"],
    rate: [90, 170],
    turnaround: ["Two-week sprints"],
    openings: [
      "I give {niche} creators one idea to hold on to, and see it through with whoever is making it.",
    ],
    goodAt: ["A show's look, from set to thumbnail"],
  },
  {
    service: "Photo Editor",
    share: 2,
    also: ["Photographer", "Graphic Designer"],
    tools: ["Lightroom", "Photoshop"],
    styles: ["Aesthetic Reels", "Minimalist"],
    rate: [25, 60],
    turnaround: ["24 hours", "100 pictures in 3 days"],
    openings: ["Retouching and color for {niche} accounts; skin still looks like skin when I am done."],
    goodAt: ["Presets that match your feed"],
  },
  {
    service: "Web Developer",
    share: 2,
    also: ["No-Code Builder", "Automation Specialist"],
    tools: ["WordPress", "Shopify", "Airtable", "Zapier"],
    styles: ["Minimalist"],
    rate: [60, 130],
    turnaround: ["Fixed scope, two weeks"],
    openings: ["I build members' areas, shops and small tools for {niche} creators, and keep them running."],
    goodAt: ["Memberships and shops", "Connecting tools that do not talk to each other"],
  },
  {
    service: "Virtual Assistant",
    share: 2,
    also: ["Project Coordinator", "Channel Manager"],
    tools: ["Notion", "Airtable", "Zapier"],
    styles: [],
    rate: [20, 40],
    turnaround: ["Same day, weekdays"],
    openings: [
      "Uploads, inboxes, invoices and calendars for {niche} creators. {years} years without a missed upload.",
    ],
    goodAt: ["Keeping five collaborators on one schedule"],
  },
];

export const proofs = [
  "Recent work includes a twelve-part series and a launch that sold out in a weekend.",
  "Most of my clients have stayed for more than a year.",
  "I send a first version early, so that changes stay small.",
  "One point of contact, clear files, no surprises on the invoice.",
  "I take on four clients at a time and answer within a day.",
  "I am happy to start with one paid test piece.",
  "Everything is delivered with the project files, because they are yours.",
  "I learned the craft on my own channel before I worked on anyone else's.",
  "I work Central time and keep Friday afternoons free for rush jobs.",
  "References on request, including two that ended well after a rough start.",
];

export const rejectionReasons = [
  "The portfolio link does not open. Please add one that we can see and send the profile again.",
  "The profile describes an agency. Contributors join as individuals.",
  "The portfolio shows only template work. Please add two or three pieces of your own.",
  "We could not tell which services you offer. Please choose at least two and say what you make.",
];
