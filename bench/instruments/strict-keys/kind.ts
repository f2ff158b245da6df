/** Servers that reject unknown keys: `strict-keys/update-user.ts` is the server with the option that its documentation names. */
import { scenarioSource } from '../../host/servers.ts'
import type { VariantKind } from '../../variants/variants.ts'

export const strictKeys: VariantKind = {
  folder: 'strict-keys',
  noun: 'update-user',
  has: (server) => scenarioSource(server, 'update-user') !== undefined,
  filesOf: (_server, files) => files.flatMap((file) => (file === 'update-user.ts' ? [['unknown keys', file]] : [])),
  contract({ invalid, observed, ...whole }) {
    const unknown = observed.filter(({ id }) => id === 'unknown key').map(({ id, json }) => ({ id, json }))
    return { ...whole, observed, invalid: [...invalid, ...unknown] }
  },
  alone: true,
}
