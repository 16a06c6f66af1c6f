import { download } from '../board/picture';
import { m } from '../paraglide/messages';
import { file } from '../wire/http';
import { notices } from './notices.svelte';

const NAME = 'tinplate.png';

/** Send a picture with a link, by the phone’s own sheet where there is one; else it is saved. */
export async function sharePicture(picture: string, link: string): Promise<void> {
  try {
    const blob = await file(picture);
    const sent = new File([blob], NAME, { type: blob.type });
    if ('canShare' in navigator && navigator.canShare({ files: [sent] }))
      await navigator.share({ files: [sent], url: link }).catch(() => undefined); // not after all
    else {
      download(blob, NAME);
      notices.show(m.picture_saved());
    }
  } catch (error) {
    notices.showError(error);
  }
}
