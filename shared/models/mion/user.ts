// biome-ignore lint/style/useImportType: `import type` would leave the compiler without the formats' metadata
import { FormatStringDateTime } from '@mionjs/type-formats/StringFormats'

/** A user in JSON, in mion's type formats. */
export interface UserJson {
  id: number
  name: string
  surname: string
  lastUpdate: FormatStringDateTime
}
