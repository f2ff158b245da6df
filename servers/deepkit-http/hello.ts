import { createApp, listen } from './http.js'

const { router, kernel } = createApp()

router.get('/hello', (): { hello: string } => ({ hello: 'world' }))

listen(kernel)
