import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'
import { serve } from './serve.ts'

serve(() => {
  const server = new McpServer({ name: 'orders', version: '1.0.0' })
  server.registerTool(
    'orders',
    {
      description: 'Takes an order',
      inputSchema: Order.shape,
      outputSchema: { id: z.string(), total: z.number() },
    },
    (order) => {
      const output = receipt(order)
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    },
  )
  return server
})
