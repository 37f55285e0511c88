import type { z } from "zod";

/** And whether each may repeat. */
export type DeclaredNames = ReadonlyMap<string, { isList: boolean }>;

/** Of an object schema, or of every branch of a union. Forms are flat, so only the top level counts. */
export function declaredNames(schema: z.core.$ZodType): DeclaredNames {
  const names = new Map<string, { isList: boolean }>();
  for (const shape of shapesOf(schema)) {
    for (const [name, field] of Object.entries(shape)) {
      const isList = names.get(name)?.isList || isListField(field);
      names.set(name, { isList });
    }
  }
  return names;
}

function shapesOf(schema: z.core.$ZodType): z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return [def.shape];
    case "union":
      return def.options.flatMap(shapesOf);
    case "intersection":
      return [...shapesOf(def.left), ...shapesOf(def.right)];
    default: {
      const inner = innerOf(schema);
      return inner ? shapesOf(inner) : [];
    }
  }
}

function isListField(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "array") return true;
  if (def.type === "union") return def.options.some(isListField);
  const inner = innerOf(schema);
  return inner !== undefined && isListField(inner);
}

/** Of an optional, a default or a transform's input. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return def.in;
  return "innerType" in def ? def.innerType : undefined;
}
