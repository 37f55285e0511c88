/** Address or file of the manifest that has the admins' routes as well, beside the other. */
export const adminManifestOf = (manifest: string) => manifest.replace(/\.js$/, ".admin.js");
