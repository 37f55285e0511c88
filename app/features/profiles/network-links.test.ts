import { expect, test } from "vitest";
import { networkLink } from "./network-links";

test.each([
  ["instagram", "@kim.cuts", "https://www.instagram.com/kim.cuts/"],
  ["instagram", "kim.cuts", "https://www.instagram.com/kim.cuts/"],
  ["instagram", " ＠kim.cuts ", "https://www.instagram.com/kim.cuts/"],
  ["instagram", "https://@kim.cuts", "https://www.instagram.com/kim.cuts/"],
  ["instagram", "instagram.com/kim.cuts", "https://instagram.com/kim.cuts"],
  ["instagram", "https://www.instagram.com/kim.cuts?igsh=1", "https://www.instagram.com/kim.cuts?igsh=1"],
  ["youtube", "@kim.cuts", "https://www.youtube.com/@kim.cuts"],
  ["youtube", "@映画の時間", "https://www.youtube.com/@%E6%98%A0%E7%94%BB%E3%81%AE%E6%99%82%E9%96%93"],
  ["youtube", "https://m.youtube.com/@kim.cuts", "https://m.youtube.com/@kim.cuts"],
  ["youtube", "https://youtu.be/Zx9-kQ2pLm_", "https://youtu.be/Zx9-kQ2pLm_"],
  ["twitter", "@kim_cuts", "https://x.com/kim_cuts"],
  ["linkedin", "kim-cuts", "https://www.linkedin.com/in/kim-cuts/"],
  ["instagram", "instagram.com/kim.cuts\u200b", "https://instagram.com/kim.cuts"],
  ["instagram", "\u202a@kim.cuts\u202c", "https://www.instagram.com/kim.cuts/"],
  ["youtube", "@cafe\u0301", "https://www.youtube.com/@caf%C3%A9"],
  ["youtube", "@kim.com", "https://www.youtube.com/@kim.com"],
  ["behance", "@kimcuts", "https://www.behance.net/kimcuts"],
  ["website", "kim.example", "https://kim.example/"],
  ["instagram", "", ""],
] as const)("%s %j leads to %s", (key, typed, link) => expect(networkLink(key, typed)).toBe(link));

test.each([
  ["instagram", "https://kim.cuts/"],
  ["instagram", "https://instagram.com.evil.example/kim"],
  ["instagram", "https://evil.example/instagram.com"],
  ["instagram", "https://notinstagram.com/kim"],
  ["instagram", "https://instagram.com@evil.example/"],
  ["instagram", "javascript:alert(1)"],
  ["instagram", "kim cuts"],
  ["twitter", "@kim.cuts"],
  ["youtube", "instagram.com"],
  ["youtube", "WWW.Kim.com"],
  ["instagram", "www.kim.cuts/"],
  ["instagram", "x.com"],
  ["twitter", "@@kim"],
  ["website", "@kim.cuts"],
  ["website", "https://@kim.cuts"],
] as const)("%s refuses %j", (key, typed) => expect(networkLink(key, typed)).toBeNull());
