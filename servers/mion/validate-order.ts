import { RpcError } from '@mionjs/core'
import { startNodeServer } from '@mionjs/platform-node'
import { initMionRouter, mutation } from '@mionjs/router'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Order } from '#shared/mion/order'
import { receipt } from '#shared/order'

await initMionRouter({
  orders: mutation((_ctx, order: Order): { id: string; total: number } => {
    if (order.items.length < 1 || order.items.length > 20) {
      throw new RpcError({ type: 'validation-error', publicMessage: 'items: 1 to 20 of them' })
    }
    return receipt(order)
  }),
})

await startNodeServer({ port: Number(process.env.PORT) })
