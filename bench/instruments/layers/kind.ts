/** Layers of servers: `layers/<number>-<layer>.ts` lacks what those before it lack, and one layer more. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rejecting, type VariantKind } from '../../variants/variants.ts'

const FILE = /^\d+-(.+)\.ts$/

/** The server that is left of a framework which stands on another one; `http-node` for those that are not named here. */
const STANDS_ON: Record<string, string> = { 'nest-express': 'express' }
const BARE = 'http-node'

/** The server that is left, without validation, when all layers of one are gone; null of the bare one. */
export const standsOn = (name: string) => (name === BARE ? null : (STANDS_ON[name] ?? BARE))

export const layers: VariantKind = {
  folder: 'layers',
  noun: 'layers',
  has: ({ directory }) => existsSync(join(directory, 'layers')),
  filesOf: (_server, files) =>
    files.flatMap((file) => {
      const [, name] = FILE.exec(file) ?? []
      return name ? [[name.replaceAll('-', ' '), file] as const] : []
    }),
  // Every variant must read JSON.
  contract: (whole) => rejecting(whole, ['malformed JSON', 'truncated JSON']),
  standsOn,
}
