// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { RichUser } from '#shared/deepkit/rich-user'
import { updateRichUser } from '#shared/rich-user'
import { createApp, listen } from './http.js'

const { router, kernel } = createApp()

router.post('/richUser', (user: HttpBody<RichUser>): RichUser => updateRichUser(user))

listen(kernel)
