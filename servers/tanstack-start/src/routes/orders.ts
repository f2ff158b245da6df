import { createFileRoute } from '@tanstack/react-router'
import { POST } from '../../validate-order.ts'

export const Route = createFileRoute('/orders')({ server: { handlers: { POST } } })
