// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Profile, profileOf } from '#shared/profile'
import { createApp, listen } from './http.js'

let count = 0

const { router, kernel } = createApp()

router.get('/json', (): Profile => profileOf(++count))

listen(kernel)
