// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Order } from '#shared/deepkit/order'
import { receipt } from '#shared/order'
import { createApp, listen } from './http.js'

const { router, kernel } = createApp()

router.post('/orders', (order: HttpBody<Order>): { id: string; total: number } => receipt(order))

listen(kernel)
