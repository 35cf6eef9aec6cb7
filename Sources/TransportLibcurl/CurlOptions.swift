#if os(Linux)
  import CCurl
  import Transport

  /// Tells a handle what a request is.
  struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private let request: HTTPRequest
    private let authorities: CurlAuthorities

    init(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest, authorities: CurlAuthorities) {
      self.easy = easy
      self.request = request
      self.authorities = authorities
    }

    /// The header fields; `nil` if memory is out. It belongs to the caller.
    func fieldList() -> UnsafeMutablePointer<curl_slist>? {
      var list: UnsafeMutablePointer<curl_slist>?
      // A name with a colon alone takes away what libcurl would add; one with a semicolon is sent without a value.
      var lines = request.fieldsToSend.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
      if request.headers["Expect"] == nil { lines.append("Expect:") }
      for line in lines where !ccurl_list_append(&list, line) {
        ccurl_list_free(list)
        return nil
      }
      return list
    }

    /// Returns `false` if memory is out or libcurl refuses an option.
    ///
    /// - Parameters:
    ///   - fields: Must live as long as the handle.
    ///   - messages: For words on what failed, likewise.
    ///   - context: The ``CurlTransfer``, likewise.
    func set(
      fields: UnsafeMutablePointer<curl_slist>, messages: UnsafeMutablePointer<CChar>,
      context: UnsafeMutableRawPointer
    ) -> Bool {
      let codes = [
        ccurl_set_string(easy, CURLOPT_URL, request.url),
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields),
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, messages),
        // 0 would mean 300 seconds.
        ccurl_set_long(
          easy, CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(min(request.deadlines.connect, 1e6) * 1000))),
      ]
      return (codes + method + functions(context) + trust).allSatisfy { $0 == CURLE_OK }
    }

    private var method: [CURLcode] {
      if let count = request.body?.count ?? (request.announcesEmptyBody ? 0 : nil) {
        return [
          ccurl_set_long(easy, CURLOPT_UPLOAD, 1),
          ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method),
          ccurl_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(count)),
          ccurl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, 1 << 17),
        ]
      }
      switch request.method {
      case "GET": return [ccurl_set_long(easy, CURLOPT_HTTPGET, 1)]
      case "HEAD": return [ccurl_set_long(easy, CURLOPT_NOBODY, 1)]
      default:
        return [
          ccurl_set_long(easy, CURLOPT_HTTPGET, 1),
          ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method),
        ]
      }
    }

    private var trust: [CURLcode] {
      var codes: [CURLcode] = []
      if let file = authorities.file { codes.append(ccurl_set_string(easy, CURLOPT_CAINFO, file)) }
      if let folder = authorities.folder { codes.append(ccurl_set_string(easy, CURLOPT_CAPATH, folder)) }
      return codes
    }

    private func functions(_ context: UnsafeMutableRawPointer) -> [CURLcode] {
      [
        ccurl_set_pointer(easy, CURLOPT_READDATA, context),
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context),
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context),
        ccurl_set_pointer(easy, CURLOPT_SEEKDATA, context),
        ccurl_set_pointer(easy, CURLOPT_XFERINFODATA, context),
        ccurl_set_bytes_function(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
          guard let bytes, let transfer = CurlOptions.transfer(context) else { return 0 }
          return transfer.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        },
        // To return another number than that of the bytes ends the request.
        ccurl_set_bytes_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
          let count = size * count
          guard let transfer = CurlOptions.transfer(context),
            transfer.take(UnsafeRawBufferPointer(start: bytes, count: count))
          else { return count + 1 }
          return count
        },
        ccurl_set_bytes_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
          let count = size * count
          guard let transfer = CurlOptions.transfer(context),
            transfer.takeLine(UnsafeRawBufferPointer(start: bytes, count: count))
          else { return count + 1 }
          return count
        },
        ccurl_set_seek_function(easy) { context, offset, origin in
          guard origin == SEEK_SET, let transfer = CurlOptions.transfer(context),
            transfer.seek(to: Int(offset))
          else { return CURL_SEEKFUNC_FAIL }
          return CURL_SEEKFUNC_OK
        },
        ccurl_set_progress_function(easy) { context, _, _, _, sent in
          CurlOptions.transfer(context)?.noteSent(Int(sent))
          return 0
        },
      ]
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
  }
#endif
