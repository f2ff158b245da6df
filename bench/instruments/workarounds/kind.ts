/** Work-arounds of servers: `workarounds/<id>.ts` is the server as its framework documents it, without that one. */
import type { VariantKind } from '../../variants/variants.ts'

export const workarounds: VariantKind = {
  folder: 'workarounds',
  has: ({ manifest }) => manifest.workarounds.length > 0,
  filesOf: ({ manifest }, files) =>
    manifest.workarounds.flatMap(({ id }) => (files.includes(`${id}.ts`) ? [[id, `${id}.ts`] as const] : [])),
  // What the documented default does with invalid data is why there is a work-around.
  contract: (whole) => ({ ...whole, invalid: [] }),
}
