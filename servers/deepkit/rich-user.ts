import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { RichUser } from '#shared/deepkit/rich-user'
import { updateRichUser } from '#shared/rich-user'
import { receive, sendJson, serve } from './http.js'

const castUser = castFunction<RichUser>()
const serializeUser = serializeFunction<RichUser>()

serve('POST', '/richUser', (request, response) =>
  receive(request, response, castUser, (user) => {
    sendJson(response, 200, serializeUser(updateRichUser(user)))
  }),
)
