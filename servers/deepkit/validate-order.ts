import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Order } from '#shared/deepkit/order'
import { receipt } from '#shared/order'
import { serve } from './rpc.js'

const serializeAnswer = serializeFunction<{ orders: { id: string; total: number } }>()

serve('orders', castFunction<{ orders: [order: Order] }>(), ({ orders: [order] }) =>
  serializeAnswer({ orders: receipt(order) }),
)
