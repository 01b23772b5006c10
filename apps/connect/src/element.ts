/**
 * `<trellis-connect session="…">`, for the pages of apps: a button that opens a connect session in a pop-up. It is
 * a script of its own (`/connect/element.js`), which neither imports anything nor needs styles or scripts in the page.
 */

/** How it ended, as the page of the session says. */
interface Outcome {
  status: 'connected' | 'pending' | 'cancelled';
  client?: string;
}

/** The time between two looks at whether the pop-up is still open (ms); nothing tells of that. */
const lookEveryMs = 300;

class TrellisConnect extends HTMLElement {
  static readonly observedAttributes = ['session'];

  readonly #button = document.createElement('button');
  #popup: Window | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #outcome: Outcome | undefined;

  constructor() {
    super();
    const label = document.createElement('slot');
    label.textContent = 'Connect';
    this.#button.type = 'button';
    this.#button.part.add('button');
    this.#button.disabled = true;
    this.#button.append(label);
    this.#button.addEventListener('click', () => this.open());
    this.attachShadow({ mode: 'open', delegatesFocus: true }).append(this.#button);
  }

  /** The address of a connect session (`href`). */
  get session(): string {
    return this.getAttribute('session') ?? '';
  }

  set session(address: string) {
    this.setAttribute('session', address);
  }

  attributeChangedCallback(): void {
    this.#button.disabled = this.#address() === undefined;
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#hear);
    if (this.#popup) this.#look();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#hear);
    clearInterval(this.#looking);
  }

  /** Opens the page; browsers allow that while they handle something that the end user does. */
  open(): void {
    const address = this.#address();
    if (!address) return;
    if (this.#popup && !this.#popup.closed) return this.#popup.focus();
    this.#outcome = undefined;
    this.#popup = window.open(address, '', 'popup,width=480,height=720') ?? undefined;
    if (this.#popup) this.#look();
    // Without pop-ups this page goes there itself, and comes back by `return_url`.
    else window.location.assign(address);
  }

  /** No address but one of the web is opened: `javascript:` would be a script of this page. */
  #address(): URL | undefined {
    const address = URL.canParse(this.session) ? new URL(this.session) : undefined;
    return address && /^https?:$/.test(address.protocol) ? address : undefined;
  }

  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    if (!this.#popup || source !== this.#popup || origin !== this.#address()?.origin) return;
    const { type, status, client } = data as Outcome & { type?: string };
    if (type !== 'trellis-connect') return;
    this.#outcome = { status, ...(client !== undefined && { client }) };
    if (status === 'connected') this.#tell('connected', { client });
  };

  #look(): void {
    clearInterval(this.#looking);
    this.#looking = setInterval(() => {
      if (this.#popup?.closed === false) return;
      clearInterval(this.#looking);
      this.#popup = undefined;
      this.#tell('closed', this.#outcome ?? {});
    }, lookEveryMs);
  }

  #tell(type: 'connected' | 'closed', detail: Partial<Outcome>): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get('trellis-connect')) {
  customElements.define('trellis-connect', TrellisConnect);
}
