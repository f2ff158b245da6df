// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { HttpBody } from '@deepkit/http'
import { castFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Order } from '#shared/deepkit/order'
import { receipt } from '#shared/order'
import { castBody, createApp, listen } from './http.js'

const castOrder = castFunction<Order>()

const { router, kernel } = createApp()

router.post('/orders', (body: HttpBody<object>): { id: string; total: number } => receipt(castBody(castOrder, body)))

listen(kernel)
