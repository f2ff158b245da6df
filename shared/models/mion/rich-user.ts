// biome-ignore lint/style/useImportType: `import type` would leave the compiler without the formats' metadata
import { FormatString } from '@mionjs/type-formats/StringFormats'

// At most 64 KB; a pattern, as in `order.ts`.
const BASE64 = /^(?=.{0,87384}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

type Base64 = FormatString<{
  pattern: { val: typeof BASE64; errorMessage: 'base64 of at most 64 KB'; mockSamples: ['AA=='] }
}>

/** `rich-user` in mion's types, which have no `Uint8Array`. */
export interface RichUserBase64 {
  id: bigint
  name: string
  nickname?: string
  lastUpdate: Date
  roles: Set<string>
  balances: Map<string, bigint>
  avatar: Base64
  contact?: Contact
  sessions: Session[]
}

interface Contact {
  email: string
  verifiedAt?: Date
  keys: Map<string, Base64>
}

interface Session {
  device: string
  startedAt: Date
  endedAt?: Date
}
