import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { ListedFavorite } from "../listing.server";
import { CompareDock } from "./compare-dock";
import { FavoriteCard } from "./favorite-card";
import { FavoriteForm } from "./favorite-form";
import { ListNameField, ListsNeedPro } from "./list-parts";
import { SavedChips, SavedFilters } from "./saved-filters";
import { NoneShown, RemovedNotice, UnavailableNotice } from "./saved-notices";

const ann: ListedFavorite = {
  ...{ contributorId: "ann", name: "Ann", avatarUrl: null, location: "Lima", availability: "available" },
  ...{ priceRange: "$60 per hour", service: "Editing", note: "", listIds: [], percent: 82, work: [] },
} as unknown as ListedFavorite;
const lists = [
  { id: "a", name: "Trailers", count: 2 },
  { id: "b", name: "Shorts", count: 0 },
];

test("a favorite's card says what the list knows, and selects or removes the person", () => {
  const card = (
    change: Partial<ListedFavorite> = {},
    props: Partial<ComponentProps<typeof FavoriteCard>> = {},
  ) =>
    outline(
      <FavoriteCard
        favorite={{ ...ann, ...change }}
        lists={lists}
        here="/saved?sort=name"
        back="/saved?removed=ann"
        isTicked={false}
        isFull={false}
        isFirst={false}
        {...props}
      />,
    );
  expect(card()).toEqual([
    "Editing",
    "A",
    "[Ann](/profile/ann)",
    "Editing · Lima",
    "82%( match)",
    "$60 per hour · Available now",
    "[Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, value=ann} Compare( Ann)",
    "(More for Ann)",
    "[View Profile( of Ann)](/profile/ann) [Note and lists( for Ann)](/saved/ann) [Invite to a project(: Ann)](/profile/ann/invite)",
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/saved?removed=ann} [Remove( Ann)]{pending=Removing..., name=intent, value=remove}",
  ]);
  expect(changesBetween(card(), card({ service: undefined, priceRange: "" }))).toEqual([
    "- Editing",
    "- Editing · Lima",
    "- $60 per hour · Available now",
    "+ Service Provider",
    "+ Lima",
    "+ Available now",
  ]);
  expect(changesBetween(card(), card({ listIds: ["b", "a"], note: "Call her" }))).toEqual([
    "+ Lists",
    "+ Trailers, Shorts",
    "+ Your note: Call her",
  ]);
  expect(changesBetween(card(), card({}, { isTicked: true }))).toEqual([
    "- [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, value=ann} Compare( Ann)",
    "+ [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, checked, value=ann} Compare( Ann)",
  ]);
  expect(changesBetween(card(), card({}, { isFull: true }))).toEqual([
    "- [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, value=ann} Compare( Ann)",
    "+ [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, disabled, value=ann} Compare( Ann)",
  ]);
  expect(changesBetween(card(), card({}, { isTicked: true, isFull: true }))).toEqual([
    "- [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, value=ann} Compare( Ann)",
    "+ [Message( Ann)](/messages/new?to=ann) {type=checkbox, form=compare, name=with, checked, value=ann} Compare( Ann)",
  ]);
});

test("a Save button says what it does and whether it's the last one that the plan allows", () => {
  const button = (used: number, saved: string[] = [], isIcon = false) =>
    outline(
      <FavoriteForm
        contributorId="ann"
        name="Ann"
        offer={{ used, limit: 5, saved }}
        from="/discover"
        isIcon={isIcon}
      />,
    );
  expect(button(3, ["bob"])).toEqual([
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/discover} [Save to Favorites( Ann)]{pending=Saving..., name=intent, value=save}",
  ]);
  expect(changesBetween(button(3), button(4))).toEqual(["+ This is the last favorite your plan allows."]);
  expect(button(4, ["ann"])).toEqual([
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/discover} [Remove from Favorites( Ann)]{pending=Removing..., name=intent, value=remove}",
  ]);
  expect(button(3, [], true)).toEqual([
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/discover} [(Save to Favorites( Ann))]{name=intent, value=save}",
  ]);
});

test("the dock counts the people who are selected, and carries over those of other pages", () => {
  const people = [ann, { ...ann, contributorId: "bob", name: "Bob", avatarUrl: "/bob" }];
  const dock = (ticked: string[], elsewhere: string[], listId: string | null) =>
    outline(<CompareDock ticked={ticked} elsewhere={elsewhere} listId={listId} people={people} />);
  expect(dock([], [], null)).toEqual([
    "form{action=/saved/compare}",
    "p{role=status} Up to 3 people",
    "[Compare]",
  ]);
  expect(dock(["bob", "cleo"], ["cleo"], "a")).toEqual([
    "form{action=/saved/compare} {type=hidden, name=with, value=cleo} {type=hidden, name=list, value=a} (/bob-96.webp)",
    "p{role=status} 2 to compare",
    "[Compare]",
  ]);
});

const filter = { listId: null, serviceId: null, availability: null, sort: "newest" } as const;
const services = [
  { id: 1, name: "Editing" },
  { id: 2, name: "Sound" },
];

test("the chips lead to each list, and each filter in use can be removed", () => {
  const chips = (change: object = {}, shownLists = lists, carried = {}) =>
    outline(
      <SavedChips
        filter={{ ...filter, ...change }}
        saved={7}
        lists={shownLists}
        services={services}
        carried={carried}
      />,
    );
  expect(chips()).toEqual([
    "nav{aria-label=Lists and filters} [All 7](/saved){aria-current=page} [Trailers 2](/saved?list=a) [Shorts 0](/saved?list=b) [Your lists](/saved/lists)",
  ]);
  expect(chips({}, [])).toEqual([
    "nav{aria-label=Lists and filters} [All 7](/saved){aria-current=page} [New list](/saved/lists)",
  ]);
  const narrowed = { serviceId: 2, availability: "available", listId: "a", sort: "name" };
  expect(chips(narrowed, lists, { with: "x y" })).toEqual([
    "nav{aria-label=Lists and filters} [All 7](/saved?sort=name&with=x+y) [Sound ×( Remove this filter)](/saved?list=a&availability=available&sort=name&with=x+y){aria-current=page} [Available now ×( Remove this filter)](/saved?list=a&service=2&sort=name&with=x+y){aria-current=page} [Trailers 2](/saved?list=a&service=2&availability=available&sort=name&with=x+y){aria-current=page} [Shorts 0](/saved?list=b&service=2&availability=available&sort=name&with=x+y) [Your lists](/saved/lists)",
  ]);
  expect(chips({ serviceId: 9 }, [])).toEqual([
    "nav{aria-label=Lists and filters} [All 7](/saved) [New list](/saved/lists)",
  ]);
});

test("the filter's fields show what's in effect", () => {
  const fields = (change: object = {}) =>
    outline(<SavedFilters filter={{ ...filter, ...change }} services={services} />);
  expect(fields()).toEqual([
    "Sort and filter",
    "search{aria-label=Favorites}",
    "Sort by{name=sort, form=compare} [Recently saved]{value=newest, selected}[Best match]{value=match}[Name]{value=name}",
    "Availability{name=availability, form=compare} [Any]{value, selected}[Available now]{value=available}[Limited availability]{value=limited}[Not available right now]{value=unavailable}",
    "Service{name=service, form=compare} [Any]{value, selected}[Editing]{value=1}[Sound]{value=2}",
    "[Show]{form=compare, formaction=/saved}",
  ]);
  expect(changesBetween(fields(), fields({ sort: "match", availability: "limited", serviceId: 2 }))).toEqual([
    "- Sort by{name=sort, form=compare} [Recently saved]{value=newest, selected}[Best match]{value=match}[Name]{value=name}",
    "- Availability{name=availability, form=compare} [Any]{value, selected}[Available now]{value=available}[Limited availability]{value=limited}[Not available right now]{value=unavailable}",
    "- Service{name=service, form=compare} [Any]{value, selected}[Editing]{value=1}[Sound]{value=2}",
    "+ Sort by{name=sort, form=compare} [Recently saved]{value=newest}[Best match]{value=match, selected}[Name]{value=name}",
    "+ Availability{name=availability, form=compare} [Any]{value}[Available now]{value=available}[Limited availability]{value=limited, selected}[Not available right now]{value=unavailable}",
    "+ Service{name=service, form=compare} [Any]{value}[Editing]{value=1}[Sound]{value=2, selected}",
  ]);
});

test("notices say who was removed or is no longer available", () => {
  expect(outline(<RemovedNotice contributorId="ann" name="Ann" from="/saved" />)).toEqual([
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/saved}",
    "p{role=status} You removed Ann.",
    "[Undo]{pending=Undoing..., name=intent, value=save}",
  ]);
  expect(outline(<UnavailableNotice count={1} />)).toEqual([
    "form{action=/}",
    "1 person you saved is no longer available.",
    "[Remove them]{pending=Removing..., name=intent, value=clean}",
  ]);
  expect(outline(<UnavailableNotice count={2} />)).toEqual([
    "form{action=/}",
    "2 people you saved are no longer available.",
    "[Remove all of them]{pending=Removing..., name=intent, value=clean}",
  ]);
});

test("an empty page says why, and leads on", () => {
  const none = (hasSaved: boolean, isNarrowed: boolean, firstPage?: string) =>
    outline(<NoneShown hasSaved={hasSaved} isNarrowed={isNarrowed} firstPage={firstPage} />);
  expect(none(false, true, "/saved")).toEqual([
    "No favorites yet",
    "People you save show up here. Press Save to Favorites on any card or profile.",
    "[Discover](/discover)",
  ]);
  expect(none(true, true, "/first")).toEqual([
    "No one is on this page anymore",
    "[Go to the first page](/first)",
  ]);
  expect(none(true, true)).toEqual(["No one matches these filters", "[Clear filters](/saved)"]);
  expect(none(true, false)).toEqual([]);
});

test("lists need Pro, and those that exist can still be emptied", () => {
  expect(outline(<ListsNeedPro hasLists={false} />)).toEqual([
    "Named lists come with Pro and Agency. [See Pricing Options](/pricing?from=%2Fsaved)",
  ]);
  expect(outline(<ListsNeedPro hasLists />)).toEqual([
    "Named lists come with Pro and Agency. You can still view, empty and delete the lists you have. [See Pricing Options](/pricing?from=%2Fsaved)",
  ]);
  const field = { id: "f", name: "name", initialValue: "Trailers" };
  expect(outline(<ListNameField field={field} />)).toEqual([
    "Name{type=text, name=name, autoComplete=off, required, value=Trailers}",
  ]);
});
