import type { AttachmentAdapter, CompleteAttachment, PendingAttachment } from '@assistant-ui/react';
import { encodeBase64 } from '@emend/acp/protocol';

/** Options of {@link createAttachments}. */
export interface AttachmentOptions {
  /** The files that can be chosen, as in the `accept` of an HTML input. Default: all. */
  readonly accept?: string;
  /** The largest file in bytes. Default: 10 MiB. */
  readonly maxBytes?: number;
}

const mebibyte = 1_048_576;
let count = 0;

/** Creates an attachment adapter that reads files into the message: images as images, all others as files. */
export function createAttachments({
  accept = '*',
  maxBytes = 10 * mebibyte,
}: AttachmentOptions = {}): AttachmentAdapter {
  return {
    accept,
    async add({ file }): Promise<PendingAttachment> {
      if (file.size > maxBytes) {
        throw new RangeError(`The file "${file.name}" has ${file.size} bytes; at most ${maxBytes} can be attached.`);
      }
      const { name, type: contentType } = file;
      const type = contentType.startsWith('image/') ? 'image' : 'file';
      count += 1;
      const status = { type: 'requires-action', reason: 'composer-send' } as const;
      return { id: `${name} ${count}`, type, name, contentType, file, status };
    },
    async send(attachment): Promise<CompleteAttachment> {
      const { file, name: filename } = attachment;
      const mimeType = file.type || 'application/octet-stream';
      const data = encodeBase64(new Uint8Array(await file.arrayBuffer()));
      const part =
        attachment.type === 'image'
          ? ({ type: 'image', image: `data:${mimeType};base64,${data}`, filename } as const)
          : ({ type: 'file', data, mimeType, filename } as const);
      return { ...attachment, status: { type: 'complete' }, content: [part] };
    },
    async remove() {},
  };
}
