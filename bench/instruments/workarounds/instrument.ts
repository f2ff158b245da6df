import type { WorkedAround } from '../../../charts/instruments/workarounds/format.ts'
import workarounds from '../../../charts/instruments/workarounds/instrument.ts'
import { identityOf } from '../../folders/identity.ts'
import type { MissingServer } from '../../folders/servers.ts'
import type { VariantKind } from '../../variants/variants.ts'
import { countVariants } from '../count-variants.ts'
import { variantsCommand } from '../variants.ts'

/** `workarounds/<id>.ts` is the server as its framework documents it, without that work-around. */
export const kind: VariantKind = {
  folder: 'workarounds',
  has: ({ manifest }) => manifest.workarounds.length > 0,
  filesOf: ({ manifest }, files) =>
    manifest.workarounds.flatMap(({ id }) =>
      files.includes(`${id}.ts`) ? [[id, `${id}.ts`] as const] : [],
    ),
  // What the documented default does with invalid data is why there is a work-around.
  contract: (whole) => ({ ...whole, invalid: [] }),
}

export default variantsCommand({
  shows: workarounds,
  description: 'count what work-arounds in servers cost, against what the frameworks document',
  options: {},
  kind,
  opening: 'work-arounds in update-user',
  async measure({ notInstalled, ...found }, values) {
    const { counting, instructionsOf } = await countVariants(found, values)
    const servers = found.found.map(({ server, code }): WorkedAround => {
      const workarounds = server.manifest.workarounds.map((each) => {
        return { ...each, instructions: instructionsOf(server, each.id) }
      })
      const refusal = found.attempts.reasonOf(server)
      return {
        ...identityOf(server),
        code,
        refusal,
        instructions: instructionsOf(server, null),
        workarounds,
      }
    })
    return { counting, servers: [...servers, ...notInstalled.map(notMeasured)] }
  },
})

/** What is not installed is listed with its work-arounds all the same. */
function notMeasured({ name, manifest }: MissingServer): WorkedAround {
  const workarounds = manifest.workarounds.map((each) => ({ ...each, instructions: [] }))
  return {
    ...{
      name,
      displayName: manifest.name ?? name,
      version: null,
      runtime: manifest.runtime,
      runtimeVersion: '',
    },
    ...{ refusal: null, code: '', instructions: [], workarounds },
  }
}
