// biome-ignore lint/style/useImportType: `import type` would leave the compiler without the formats' metadata
import { FormatStringDateTime } from '@mionjs/type-formats/StringFormats'

/** A user as JSON carries it, in mion's type formats. */
export interface UserJson {
  id: number
  name: string
  surname: string
  lastUpdate: FormatStringDateTime
}
