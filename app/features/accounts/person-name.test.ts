import { expect, test } from "vitest";
import { signUpSchema } from "./account.schema";
import { isForbiddenName } from "./person-name";

test.each([
  "Admin",
  "ADMINISTRATOR",
  "Matchcut",
  "Match Cut",
  "m-a-t-c-h-c-u-t",
  "Matchcut Support",
  "MatchcutTeam",
  "The Official Matchcut",
  "Sùppört",
  "5upp0rt",
  "He1p",
  "HeIp Desk",
  "S y s t e m",
  "M0der@tor",
  "Аdmіn",
  "Ｓｔａｆｆ",
  "Ad\u200bmin",
  "_Admin_",
  "Admin 4",
  "support24",
  "Security Team",
  "Customer Support",
  "Unknown User",
  "deleted user",
  "Admin!",
  "Support Team!!",
  "$taff $",
  "Adm\u0131n",
  "ᴀᴅᴍɪɴ",
  "ꜱᴛᴀғғ",
  "Mɑtchcut",
  "ADMIΝ",
  "ΗELP",
  "🅼🅰🆃🅲🅷🅲🆄🆃",
  "🅐🅓🅜🅘🅝",
  "🇸\u200b🇹\u200b🇦\u200b🇫\u200b🇫",
])("'%s' is forbidden", (name) => expect(isForbiddenName(name)).toBe(true));

test.each([
  "Leslie Staff",
  "Ada Min",
  "Adminah Okafor",
  "Rematch Cutler",
  "Match Point",
  "Helper Olsen",
  "Grace Trust",
  "Modesty Blaise",
  "María José",
  "李小龍",
  "Иван Петров",
  "Νίκος Ζήσης",
  "Ada 🇩🇪",
  "DJ 24",
  "X",
])("'%s' is a name", (name) => expect(isForbiddenName(name)).toBe(false));

test("the longest name that a form can hold doesn't take long to read", () => {
  for (const name of ["ﷺ".repeat(20_000), "a ".repeat(30_000)]) {
    const { error } = signUpSchema.safeParse({ fullName: name });
    expect(error?.issues.find(({ path }) => path[0] === "fullName")?.message).toBe(
      "Please use at most 100 characters",
    );
  }
}, 20_000);
