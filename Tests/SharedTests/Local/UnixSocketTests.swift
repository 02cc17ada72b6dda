import Foundation
import NIOCore
import NIOPosix
import PlatformKit
import Shared
import Testing

struct UnixSocketTests {
    private let path = "/tmp/tickwire-\(UInt32.random(in: 0...UInt32.max)).socket"

    @Test func aSocketIsLiveWhileAProgramListens() async throws {
        #expect(UnixSocket.look(at: path) == .nothing)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: path).get()
        #expect(UnixSocket.look(at: path) == .answered)
        try await listener.close()
        #expect(UnixSocket.look(at: path) == .nothing)
    }

    /// The socket never listens: a child that another test forks holds a copy until it executes its
    /// program, and a copy that listens would answer.
    @Test func aSocketThatAProgramHasLeftBehindIsStale() throws {
        let descriptor = socket(AF_UNIX, Sockets.stream, 0)
        let bound = try SocketAddress(unixDomainSocketPath: path).withSockAddr { bind(descriptor, $0, socklen_t($1)) }
        close(descriptor)
        defer { SmallFile.remove(path) }
        try #require(bound == 0)
        #expect(UnixSocket.look(at: path) == .stale)
    }

    @Test func aFileIsNoSocket() throws {
        try SmallFile.write([], to: path, durably: false)
        defer { SmallFile.remove(path) }
        #expect(UnixSocket.look(at: path) == .noSocket)
    }

    @Test func thePeerIsTheUserOfTheSocket() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Sockets.stream, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(UnixSocket.peer(of: ends[0]) == .current)
    }

    @Test func aDescriptorThatIsNoSocketHasNoPeer() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(UnixSocket.peer(of: file) == nil)
    }
}
