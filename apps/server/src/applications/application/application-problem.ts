import type { ErrorCode, FieldReason } from '@vid/contract/errors';
import { AppError } from '#lib/app-error.ts';

/** A change of an application or client that cannot be made. The message explains why to operators, in English. */
export class ApplicationProblem extends AppError {
  constructor(message: string, fields?: Readonly<Record<string, FieldReason>>, code?: ErrorCode) {
    super(code ?? 'VALIDATION_FAILED', fields === undefined ? {} : { fields });
    this.message = message;
  }
}

export const noApplication = (code: string) =>
  new ApplicationProblem(`There is no application with the code ${code}.`, undefined, 'NOT_FOUND');
