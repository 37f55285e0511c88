import { commonZones } from "./common-zones";

/**
 * If a zone has several names, `Intl` lists only one, often the old one, such as Europe/Kiev or Asia/Calcutta. These
 * are the others, new and old: https://data.iana.org/time-zones/tzdb/backward
 */
const otherNames = (
  "Africa/Asmara Africa/Asmera Africa/Timbuktu America/Argentina/Buenos_Aires " +
  "America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Argentina/Cordoba " +
  "America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Atka America/Buenos_Aires " +
  "America/Catamarca America/Coral_Harbour America/Cordoba America/Ensenada America/Fort_Wayne " +
  "America/Godthab America/Indiana/Indianapolis America/Indianapolis America/Jujuy " +
  "America/Kentucky/Louisville America/Knox_IN America/Louisville America/Mendoza America/Montreal " +
  "America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River " +
  "America/Rosario America/Santa_Isabel America/Shiprock America/Thunder_Bay America/Virgin " +
  "America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Calcutta Asia/Choibalsan " +
  "Asia/Chongqing Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar " +
  "Asia/Kathmandu Asia/Katmandu Asia/Kolkata Asia/Macao Asia/Rangoon Asia/Saigon Asia/Tel_Aviv " +
  "Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faeroe Atlantic/Faroe " +
  "Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW " +
  "Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria " +
  "Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT " +
  "Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific " +
  "Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt " +
  "Eire Etc/GMT Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kiev " +
  "Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 " +
  "GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT " +
  "Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk " +
  "Pacific/Enderbury Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Ponape Pacific/Samoa " +
  "Pacific/Truk Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska US/Aleutian " +
  "US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain " +
  "US/Pacific US/Samoa Universal W-SU WET Zulu"
).split(" ");

/** The current names of zones that `Intl` may list under an old name. */
const currentNames = (
  "Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba " +
  "America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Indiana/Indianapolis " +
  "America/Kentucky/Louisville America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon " +
  "Atlantic/Faroe Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei"
).split(" ");

/**
 * The name that `Intl` uses for a zone. Null for anything that isn't a zone, and for an offset such as +02:00, whose
 * sign PostgreSQL would invert.
 */
function zoneOf(name: string): string | null {
  if (/^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

interface Zones {
  /** Maps every name that a zone has or had to its current name. */
  byName: Map<string, string>;
  /** Maps the name that `Intl` uses for a zone to its current name, if they differ. */
  renamed: Map<string | null, string>;
}

let listed: Zones | undefined;

/** Computed on first use, because it takes `Intl` a few milliseconds to list all zones. */
function zones(): Zones {
  if (listed) return listed;
  const renamed = new Map(currentNames.map((name) => [zoneOf(name), name]));
  const names = [...new Set([...Intl.supportedValuesOf("timeZone"), ...otherNames])].sort();
  const byName = new Map([["UTC", "UTC"]]);
  for (const name of names) {
    const zone = zoneOf(name);
    if (zone) byName.set(name, renamed.get(zone) ?? zone);
  }
  listed = { byName, renamed };
  return listed;
}

/** Without accents and punctuation, so that "port au prince" finds America/Port-au-Prince. */
const searched = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\d]+/gu, " ")
    .toLowerCase();

/**
 * The current and former names of time zones that contain the words, as the options of a select. A common zone is also
 * found by the cities in its label.
 */
export function findTimeZones(words: string): { value: string; label: string }[] {
  const cities = new Map(commonZones.map(({ value, label }) => [value, label]));
  const all = [...zones().byName].map(([value, current]) => {
    const name = value === current ? value : `${value} (now ${current})`;
    return { value, label: cities.get(value) ?? name.replaceAll("_", " ") };
  });
  const wanted = searched(words);
  return all.filter(({ value, label }) => searched(`${value} ${label}`).includes(wanted));
}

/** The zone's current name, such as Europe/Kyiv for Europe/Kiev. Null for anything that isn't a zone. */
export function knownTimeZone(name: string | null | undefined): string | null {
  const zone = name ? (zones().byName.get(name) ?? zoneOf(name)) : null;
  return zone && (zones().renamed.get(zone) ?? zone);
}
