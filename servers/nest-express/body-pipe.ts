import { type ArgumentMetadata, BadRequestException, HttpException, ValidationPipe } from '@nestjs/common'

/**
 * Refuses what class-transformer itself breaks on before anything is validated: a body that is nested too deeply, or a
 * list that holds `null` where an object with a discriminator belongs.
 */
export class BodyPipe extends ValidationPipe {
  async transform(value: unknown, metadata: ArgumentMetadata) {
    try {
      return await super.transform(value, metadata)
    } catch (error) {
      throw error instanceof HttpException ? error : new BadRequestException('Malformed body')
    }
  }
}
