//! Sending and receiving on the socket between host and supervisor. No call waits, none raises SIGPIPE.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use tokio::io::Interest;
use tokio::net::UnixStream;

/// The write ends of stdout and stderr.
const DESCRIPTORS: usize = 2;

/// A pair of sockets for a host and its supervisor.
pub(crate) fn pair() -> io::Result<(StdUnixStream, StdUnixStream)> {
    let (ours, theirs) = StdUnixStream::pair()?;
    #[cfg(not(target_os = "linux"))]
    for socket in [&ours, &theirs] {
        rustix::net::sockopt::set_socket_nosigpipe(socket, true)?;
    }
    ours.set_nonblocking(true)?;
    Ok((ours, theirs))
}

/// Sends all of `bytes`; the descriptors go with the first of them.
pub(crate) async fn send(socket: &UnixStream, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let (mut sent, mut descriptors) = (0, descriptors);
    while sent < bytes.len() {
        socket.writable().await?;
        match socket.try_io(Interest::WRITABLE, || send_now(socket.as_fd(), &bytes[sent..], descriptors)) {
            Ok(count) => {
                sent += count;
                descriptors = &[];
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn send_now(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    #[cfg(target_os = "linux")]
    let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
    #[cfg(not(target_os = "linux"))]
    let flags = SendFlags::DONTWAIT;
    Ok(sendmsg(socket, &[IoSlice::new(bytes)], &mut ancillary, flags)?)
}

/// Waits for bytes and puts them at the start of `buffer`; 0 is the end. Safe to drop and call again.
pub(crate) async fn receive(
    socket: &UnixStream,
    buffer: &mut [u8],
    descriptors: &mut Vec<OwnedFd>,
) -> io::Result<usize> {
    loop {
        socket.readable().await?;
        match socket.try_io(Interest::READABLE, || receive_now(socket.as_fd(), buffer, descriptors)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
    }
}

fn receive_now(socket: BorrowedFd<'_>, buffer: &mut [u8], descriptors: &mut Vec<OwnedFd>) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::DONTWAIT;
    let received = recvmsg(socket, &mut [IoSliceMut::new(buffer)], &mut ancillary, flags)?;
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            for descriptor in rights {
                #[cfg(not(target_os = "linux"))]
                rustix::io::fcntl_setfd(&descriptor, rustix::io::FdFlags::CLOEXEC)?;
                descriptors.push(descriptor);
            }
        }
    }
    Ok(received.bytes)
}
