import { createFileRoute } from '@tanstack/react-router'
import { GET, middleware } from '../../middleware-chain.ts'

export const Route = createFileRoute('/me')({ server: { middleware, handlers: { GET } } })
