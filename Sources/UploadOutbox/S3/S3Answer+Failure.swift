import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension S3Answer {
  /// What it means that this is the answer, where another one was needed.
  ///
  /// The code of the error decides; without one, or with one that is not known, the status does.
  func failure(now: Date) -> DeliveryError {
    let code = fault?.code ?? ""
    let retryAfter = RetryAfter.seconds(in: headers, now: now)
    let shown = code.isEmpty ? "status \(status)" : "\(code), status \(status)"
    if let known = Self.known(code) {
      return DeliveryError(code: known.0, reason: "\(known.1) (\(shown))", retryAfter: retryAfter)
    }
    let (kind, words) = byStatus
    return DeliveryError(code: kind, reason: "\(words) (\(shown))", retryAfter: retryAfter)
  }

  /// What the codes mean that need more than their status
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
  private static func known(_ code: String) -> (DeliveryError.Code, String)? {
    switch code {
    // Keys are for a bucket or a prefix and hardly ever for one object: the others would be refused as well.
    case "AccessDenied", "AllAccessDisabled", "AccountProblem", "UnauthorizedAccess":
      (.unauthorized, "the keys do not give access")
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "InvalidSecurity", "NotSignedUp",
      "AuthorizationHeaderMalformed", "XMinioInvalidAccessKeyId":
      (.unauthorized, "the keys are not accepted")
    case "ExpiredToken", "TokenRefreshRequired", "RequestExpired":
      (.unauthorized, "the keys have expired; give new ones")
    case "RequestTimeTooSkewed": (.unauthorized, "the clocks of both sides differ too much")
    case "NoSuchBucket", "InvalidBucketName": (.unreachable, "the bucket does not exist")
    case "PermanentRedirect", "TemporaryRedirect", "Redirect", "IllegalLocationConstraintException":
      (.unreachable, "the bucket is somewhere else; check AWS_REGION and AWS_ENDPOINT_URL")
    case "SlowDown", "ServiceUnavailable", "Throttling", "ThrottlingException", "RequestLimitExceeded",
      "Busy",
      "TooManyRequests":
      (.busy, "the receiver asks for a pause")
    case "QuotaExceeded", "XMinioStorageFull", "InsufficientStorage":
      (.busy, "the receiver has no space left")
    case "EntityTooLarge", "MaxMessageLengthExceeded":
      (.refused, "the file is larger than the receiver takes")
    // Answers of 400 that another attempt may change: what came was not what was sent.
    case "RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch",
      "XAmzContentChecksumMismatch":
      (.failed, "the file did not arrive as it was sent")
    case "InternalError", "OperationAborted", "ConditionalRequestConflict", "InvalidPart", "InvalidPartOrder",
      "NoSuchUpload", "PreconditionFailed":
      (.failed, "the receiver could not store it")
    default: nil
    }
  }

  /// What the status alone means.
  private var byStatus: (DeliveryError.Code, String) {
    switch status {
    case 401, 403, 407: (.unauthorized, "access is denied")
    case 413: (.refused, "the file is larger than the receiver takes")
    case 429, 503: (.busy, "the receiver asks for a pause")
    case 507: (.busy, "the receiver has no space left")
    case 408, 409, 412, 423, 425: (.failed, "the receiver could not store it now")
    case 414, 415: (.refused, "the receiver does not take this file")
    case 511: (.unreachable, "the network wants a log-in first")
    case 500, 502, 504...: (.failed, "the receiver failed")
    case 501 where isFromS3: (.refused, "the receiver cannot do what is needed")
    // The page of a hotel's network, or a server that is none of S3.
    case 200..<400 where fault == nil:
      (.unreachable, "something else than S3 answered; is there a page to log in?")
    case 400..<500 where isFromS3 && status != 404: (.refused, "the receiver does not take this file")
    default: (.failed, "the receiver gave an answer that makes no sense")
    }
  }
}
