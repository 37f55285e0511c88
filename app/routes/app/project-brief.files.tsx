import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { notDone, retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { plainName } from "~/features/media/file-name";
import { keptFormats, mostBytes, mostSize, tooManyUploads } from "~/features/media/media";
import { fileRefusalWords } from "~/features/media/refusals";
import {
  attachFiles,
  detachFile,
  draftForForm,
  type FileRefusal,
} from "~/features/projects/attaching.server";
import {
  type BriefWithFiles,
  mostBriefFiles,
  mostBriefFilesWords,
  picturesOnlyWords,
  referenceTooLarge,
} from "~/features/projects/brief";
import { EditBriefFiles } from "~/features/projects/components/edit-brief-files";
import { canEditOwn } from "~/features/projects/posting.server";
import { briefFilesSchema } from "~/features/projects/project.schema";
import { findOwnFiles } from "~/features/projects/viewing.server";
import { notFound, orNotFound } from "~/http/form.server";
import { type FilesForm, readFilesForm } from "~/http/read-upload.server";
import { redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { BackLink } from "~/ui/back-link";
import { ButtonLink, EmptyState } from "~/ui/parts";

export const meta = pageTitle("References");

export const handle: RouteHandle = {
  bodyLimit: mostBriefFiles * mostBytes.audio + 64 * 1024,
  bodyLimitWords: `Please choose up to ${mostBriefFiles} files: pictures or PDFs up to ${mostSize.image} each, audio files up to ${mostSize.audio} each.`,
  isUpload: true,
  formFailure: notDone("Your files weren't added."),
};

function projectIn(request: Request): string | null {
  const given = new URL(request.url).searchParams.get("project");
  return given === null ? null : orNotFound(parseId(given));
}

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const projectId = projectIn(args.request);
  if (!projectId) {
    if (!actor.userType) throw redirect(paths.onboarding());
    const draft = await draftForForm(actor);
    const own = await findOwnFiles(actor, { draftKey: draft.key });
    return { projectId, draft, canEdit: true, formKey: randomUUID(), ...own };
  }
  const [canEdit, own] = await Promise.all([
    canEditOwn(actor, projectId),
    findOwnFiles(actor, { projectId }),
  ]);
  if (canEdit === null) throw notFound();
  return { projectId, draft: undefined, canEdit, formKey: randomUUID(), ...own };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireCreator(args, briefFilesSchema);
  if (!actor.userType) return redirect(paths.onboarding(), 303);
  const projectId = projectIn(args.request);
  const limits = { field: "file", maxBytes: mostBytes.audio, most: mostBriefFiles };
  const received = await readFilesForm(args, briefFilesSchema, limits);
  try {
    return await change(actor, projectId, received);
  } finally {
    await received.discard();
  }
}

type Received = FilesForm<z.output<typeof briefFilesSchema>>;

async function change(actor: Actor, projectId: string | null, { form, files }: Received) {
  if (!form.ok) return form.reply;
  const sent = form.value;
  const { draftKey = randomUUID(), isStored } = sent;
  const brief: BriefWithFiles = projectId ? { projectId } : { draftKey, isStored };
  const here = paths.briefFiles({ project: projectId ?? undefined });
  if (sent.intent === "remove") {
    const done = await detachFile(actor, brief, sent.file);
    return done.ok ? redirectWithFlash(here, { title: "File removed" }) : gone(here, done.refused);
  }
  const given = [
    ...files.filter(({ refused }) => !refused),
    ...sent.upload.map((uploadId) => ({ uploadId })),
  ];
  const count = files.length + sent.upload.length;
  if (count === 0) return form.refuse({ file: ["Please choose a file."] });
  const done = await attachFiles(actor, brief, sent.key, given);
  if (!done.ok) return gone(here, done.refused);
  const refused = [
    ...files.flatMap(({ name, refused }) => (refused ? [{ name: plainName(name), ...beyond[refused] }] : [])),
    ...done.refused.map(({ name, why }) => ({ name, ...refusalOf(why) })),
  ];
  if (refused.length === 0)
    return redirectWithFlash(here, {
      title: done.added === 1 ? "File added to your brief" : `${done.added} files added to your brief`,
    });
  const words = refused.map(({ name, text }) => (count === 1 ? text : `${name || "A file"}: ${text}`));
  const added = done.added > 0 ? [`${done.added} of ${count} files ${wasAdded(done.added)} added.`] : [];
  return form.refuse({ "": added, file: words }, refused[0]?.status);
}

const wasAdded = (count: number) => (count === 1 ? "was" : "were");

const beyond = {
  "too-large": { text: referenceTooLarge, status: 413 },
  "too-many": { text: mostBriefFilesWords, status: 409 },
};

function refusalOf(why: FileRefusal): { text: string; status: number } {
  switch (why.refused) {
    case "most-files":
      return beyond["too-many"];
    case "plan":
      return { text: picturesOnlyWords, status: 422 };
    case "too-often":
      return {
        text: `${tooManyUploads} Please try again ${retryText(why.waitSeconds)}.`,
        status: 429,
      };
    default:
      return {
        text: fileRefusalWords(why, ["image", "pdf", "audio"], keptFormats),
        status: why.refused === "too-large" ? 413 : 422,
      };
  }
}

function gone(here: string, refused: "not-found" | "not-creator" | keyof typeof goneWords) {
  if (refused === "not-found" || refused === "not-creator") throw notFound();
  return redirectWithFlash(refused === "posted" ? paths.projects() : here, {
    title: "Nothing changed",
    text: goneWords[refused],
    tone: "destructive",
  });
}

const goneWords = {
  closed: "This project is closed. Reopen it to change its files.",
  posted: "You've already posted this brief. You can change its files on the project's page.",
  discarded: "You discarded this draft, maybe in another tab. If you add files here, that starts a new one.",
  replaced: "A draft from another tab replaced this one. These are its files.",
};

/** Also after a refusal, because a refused form may have added some of its files. */
export const shouldRevalidate = () => true;

export default function BriefFilesPage() {
  const { projectId, canEdit, ...data } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const back = projectId ? paths.project(projectId) : paths.projectBrief();
  return (
    <div className="narrow stack">
      <BackLink to={back}>Back to the {projectId ? "project" : "brief"}</BackLink>
      <h1>References</h1>
      {canEdit ? (
        <EditBriefFiles {...data} result={result} />
      ) : (
        <EmptyState
          title="This project is closed"
          action={<ButtonLink to={back}>Go to the project</ButtonLink>}
        >
          Reopen it to change its files.
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the files");
