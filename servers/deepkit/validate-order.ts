import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Order } from '#shared/deepkit/order'
import { receipt } from '#shared/order'
import { receive, sendJson, serve } from './http.js'

const castOrder = castFunction<Order>()
const serializeReceipt = serializeFunction<{ id: string; total: number }>()

serve('POST', '/orders', (request, response) =>
  receive(request, response, castOrder, (order) => sendJson(response, 200, serializeReceipt(receipt(order)))),
)
