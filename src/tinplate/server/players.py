"""The people who may play and speak: everybody with a name, unless the host wants accounts."""

from tinplate.accounts.values import Account
from tinplate.game import Rejected
from tinplate.lobby.values import Guest
from tinplate.server.context import ServerContext
from tinplate.social.values import MINUTE


async def account_of(context: ServerContext, guest: Guest | None) -> Account | None:
    """The account of somebody who was identified; None for guests."""
    if guest is None or context.policy.accounts == "off":
        return None
    return await context.accounts.find(guest.id)


async def require_player(context: ServerContext, guest: Guest) -> None:
    """Rejected where the host lets only people with accounts play, and this guest has none."""
    if context.policy.accounts == "required" and await account_of(context, guest) is None:
        raise Rejected("You need an account to play here.", "account-needed")


async def require_own_name(context: ServerContext, guest: Guest) -> None:
    """Rejected if somebody else has an account with this name, or one like it.

    They may have taken it after the guest did.
    """
    if context.policy.accounts != "off":
        await context.accounts.require_free(guest.name, guest.id)


async def require_voice(context: ServerContext, guest: Guest) -> None:
    """Rejected while a moderator has muted this guest: nothing that they write reaches others."""
    until = await context.moderation.muted_until(guest.id)
    if until is not None:
        minutes = max(1, -(-(until - context.clock()) // MINUTE))
        because = f"A moderator has muted you. You can speak again in {minutes} min."
        raise Rejected(because, "you-are-muted", count=minutes)
