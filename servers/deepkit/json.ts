import { serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Profile, profileOf } from '#shared/profile'
import { sendJson, serve } from './http.js'

const serializeProfile = serializeFunction<Profile>()
let count = 0

serve('GET', '/json', (_request, response) => sendJson(response, 200, serializeProfile(profileOf(++count))))
