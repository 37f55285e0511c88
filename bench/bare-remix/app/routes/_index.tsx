import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";

export const meta: MetaFunction = () => [{ title: "A list" }];

/** As many cards as match the size of the compared page. */
export function loader({ request }: LoaderFunctionArgs) {
  const count = Number(new URL(request.url).searchParams.get("cards") ?? 20);
  const towns = ["Lisbon", "Nairobi", "Osaka", "Quito", "Leeds", "Tampere", "Pune"];
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${["Mara", "Theo", "Ines", "Jon", "Priya"][index % 5]} ${String.fromCharCode(65 + (index % 26))}.`,
    town: towns[index % towns.length],
    about: `Cuts long interviews down to ${3 + ((index * 7) % 19)} minutes and answers within ${1 + (index % 9)} hours.`,
    price: 20 + ((index * 13) % 60),
  }));
}

export default function Index() {
  const people = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>A list</h1>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <h2>
              <Link to={`/people/${person.id}`}>{person.name}</Link>
            </h2>
            <p>{person.town}</p>
            <p>{person.about}</p>
            <p>From ${person.price} an hour</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
