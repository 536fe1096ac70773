import type { Bundles } from '../../core/bundle/ports/bundles.ts';
import type { FileLock } from '../../core/ports/file-lock.ts';
import { openGitFacts } from '../git/git-facts.ts';
import { openBundleFolder } from './bundle-folder.ts';
import type { FileOperations } from './file-operations.ts';

/** What bundles on this machine depend on. */
export interface BundlesSettings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly lock: FileLock;
  readonly bindings: Bundles['bindings'];
  /** The file system, unless a test gives another. */
  readonly files?: FileOperations;
}

/** Bundles on this machine. */
export function openBundles({ environment, lock, bindings, files }: BundlesSettings): Bundles {
  const root = environment['DISCUSS_BUNDLE'];
  const context = environment['DISCUSS_CONTEXT'];
  return {
    folder: openBundleFolder({ lock, ...(files === undefined ? {} : { files }) }),
    git: openGitFacts(environment, files),
    bindings,
    fromEnvironment: { ...(root ? { root } : {}), ...(context ? { context } : {}) },
    localTime,
  };
}

/** Such as `2026-11-30T11:42:07+01:00`. */
export function localTime(utc: string): string {
  const moment = new Date(utc);
  const offset = -moment.getTimezoneOffset();
  const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const zone = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${local}${offset < 0 ? '-' : '+'}${zone.join(':')}`;
}
