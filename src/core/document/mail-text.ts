/** Returns the words of a mail's field whose letters were encoded to be sent (RFC 2047). */
export function decodeField(field: string): string {
  return field
    .replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replace(encodedWord, decodeWord);
}

const encodedWord = /=\?[^?\s]+\?[bq]\?[^?\s]*\?=/gi;

function decodeWord(word: string): string {
  const [, charset = '', form = '', text = ''] = word.split('?');
  const bytes =
    form.toLowerCase() === 'b' ? base64Bytes(text) : quotedBytes(text.replaceAll('_', ' '));
  return bytes === undefined ? word : (decodeBytes(bytes, charset) ?? word);
}

const mailStart = /^(?=From \S+ +\w{3} \w{3} +\d{1,2} \d\d:\d\d:\d\d \d{4})/m;

/** Returns a mailbox with the bodies of its mails as they were before they were encoded to be sent. */
export function decodeMails(text: string): string {
  if (!/^Content-Transfer-Encoding: *(?:quoted-printable|base64)/im.test(text)) return text;
  return text.split(mailStart).map(decodeMail).join('');
}

function decodeMail(mail: string): string {
  const end = /\r?\n\r?\n/.exec(mail);
  if (end === null) return mail;
  const header = mail.slice(0, end.index);
  const bodyStart = end.index + end[0].length;
  const encoding = /^Content-Transfer-Encoding: *(quoted-printable|base64)/im.exec(header)?.[1];
  if (encoding === undefined) return mail;
  const body = mail.slice(bodyStart);
  const bytes =
    encoding.toLowerCase() === 'base64'
      ? base64Bytes(body.replace(/\s+/g, ''))
      : quotedBytes(body.replace(/[ \t]+$/gm, '').replace(/=\r?\n/g, ''));
  const charset = /^Content-Type:[^\n]*(?:\n[ \t][^\n]*)*charset="?([\w.-]+)/im.exec(header)?.[1];
  const decoded = bytes === undefined ? undefined : decodeBytes(bytes, charset ?? 'utf-8');
  if (decoded === undefined) return mail;
  return `${mail.slice(0, bodyStart)}${decoded}${decoded.endsWith('\n') ? '' : '\n'}`;
}

/** The bytes of a quoted-printable text; letters that were not encoded stand for themselves. */
function quotedBytes(text: string): Uint8Array {
  const pieces = text.split(/=([0-9A-Fa-f]{2})/);
  const encoder = new TextEncoder();
  const parts = pieces.map((piece, index) =>
    index % 2 === 0 ? encoder.encode(piece) : Uint8Array.of(Number.parseInt(piece, 16)),
  );
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
