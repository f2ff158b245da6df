/** Servers that reject unknown keys: `strict-keys/update-user.ts` is the server with the option that its documentation names. */
import { scenarioSource } from '../../host/servers.ts'
import type { VariantKind } from '../../variants/variants.ts'

/** What a server with the option lacks. */
export const UNKNOWN_KEYS = 'unknown keys'

export const strictKeys: VariantKind = {
  folder: 'strict-keys',
  has: (server) => scenarioSource(server, 'update-user') !== undefined,
  filesOf: (_server, files) => files.flatMap((file) => (file === 'update-user.ts' ? [[UNKNOWN_KEYS, file]] : [])),
  contract({ invalid, observed, ...whole }) {
    const unknown = observed.filter(({ id }) => id === 'unknown key').map(({ id, json }) => ({ id, json }))
    return { ...whole, observed, invalid: [...invalid, ...unknown] }
  },
}
