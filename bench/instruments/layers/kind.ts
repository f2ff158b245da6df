/** Layers of servers: each `layers/<number>-<layer>.ts` lacks the layers of the files before it and one more. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rejecting, type VariantKind } from '../../variants/variants.ts'

const FILE = /^\d+-(.+)\.ts$/

/** The server underneath a framework that is built on another one; default: `http-node`. */
const STANDS_ON: Record<string, string> = { 'nest-express': 'express' }
const BARE = 'http-node'

/** Returns the server that remains, without validation, when all layers are removed; null for the bare one. */
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
