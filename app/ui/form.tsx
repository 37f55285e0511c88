import { type FetcherWithComponents, useNavigation } from "@remix-run/react";
import { createContext, type FormEvent, useContext, useEffect, useState } from "react";
import { type FormProps, Form as RouterForm } from "react-router-dom";
import { useAnnounce } from "./toast";

/** For browsers that send neither Origin nor Sec-Fetch-Site. */
export const FormTokenContext = createContext<string | null>(null);

/** While the surrounding `Form`'s submission is pending. */
export const PendingSubmitterContext = createContext<EventTarget | null>(null);

/** For forms that are not a `Form`. */
export function FormToken() {
  const token = useContext(FormTokenContext);
  return token ? <input type="hidden" name="_token" value={token} /> : null;
}

/** Posts by default, with the form token. With `fetcher` it submits through that fetcher once hydrated. */
export function Form({
  fetcher,
  method = "post",
  onSubmit,
  children,
  ...rest
}: FormProps & { fetcher?: FetcherWithComponents<unknown> }) {
  const announce = useAnnounce();
  const navigation = useNavigation();
  const state = fetcher ? fetcher.state : navigation.state;
  const [submitter, setSubmitter] = useState<EventTarget | null>(null);

  useEffect(() => {
    if (state === "idle") setSubmitter(null);
  }, [state]);

  function rememberSubmitter(event: FormEvent<HTMLFormElement>) {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    if (navigator.onLine) return setSubmitter((event.nativeEvent as SubmitEvent).submitter);
    // Offline, an error page would replace the typed text.
    event.preventDefault();
    announce({
      title: "You are offline",
      text: "Nothing was sent. Try again when you are connected.",
      tone: "destructive",
    });
  }

  const Tag = fetcher?.Form ?? RouterForm;
  return (
    <Tag method={method} onSubmit={rememberSubmitter} {...rest}>
      {method.toLowerCase() === "post" && <FormToken />}
      <PendingSubmitterContext.Provider value={state === "idle" ? null : submitter}>
        {children}
      </PendingSubmitterContext.Provider>
    </Tag>
  );
}
