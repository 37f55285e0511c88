import { adminCases } from "./admin";
import { applicationCases } from "./applications";
import { authCases } from "./auth";
import { contactCases } from "./contact";
import { dashboardCases } from "./dashboard";
import { discoveryCases } from "./discovery";
import { favoriteCases } from "./favorites";
import { growthCases } from "./growth";
import { messagingCases } from "./messaging";
import { moderationCases } from "./moderation";
import { notificationCases } from "./notifications";
import { paymentCases } from "./payments";
import { portfolioCases } from "./portfolio";
import { profileCases } from "./profile";
import { projectListCases } from "./project-list";
import { projectCases } from "./projects";
import { publicCases } from "./public";
import { secondFactorCases } from "./second-factor";

/** All routes: who may use each one, and what the response is. */
export const routeCases = [
  ...publicCases,
  ...authCases,
  ...secondFactorCases,
  ...profileCases,
  ...portfolioCases,
  ...dashboardCases,
  ...discoveryCases,
  ...favoriteCases,
  ...messagingCases,
  ...projectCases,
  ...applicationCases,
  ...projectListCases,
  ...notificationCases,
  ...paymentCases,
  ...adminCases,
  ...moderationCases,
  ...contactCases,
  ...growthCases,
];
